-- User data may hold secrets: it is sealed with the installation's secret. The columns in clear stay for values that were
-- written before; `fulmar seed` seals those and sets them to NULL.
ALTER TABLE vm ADD COLUMN sealed_user_data bytea;
ALTER TABLE vm_pending_configuration ADD COLUMN sealed_user_data bytea;
CREATE INDEX vm_user_data_in_clear_idx ON vm (vm_id) WHERE user_data IS NOT NULL;
