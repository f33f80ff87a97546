-- A create looks whether a host has the cards of its plan (docs/adr/0162), whoever has them.
GRANT SELECT ("host_id", "model") ON "host_gpu" TO "fulmar_workspace";
