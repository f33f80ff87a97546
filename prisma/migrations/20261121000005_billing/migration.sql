-- A price below nothing would pay people for buying, and a credit limit below nothing is a balance.
ALTER TABLE "sku" ADD CONSTRAINT "sku_hourly_price_check" CHECK ("hourly_price" >= 0);
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_credit_limit_check" CHECK ("credit_limit" >= 0);
