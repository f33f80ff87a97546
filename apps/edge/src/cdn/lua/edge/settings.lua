-- What the agent writes into nginx.conf for all workers; filled at the start and at each reload.
return {}
