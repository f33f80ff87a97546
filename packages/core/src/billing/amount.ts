import { z } from "zod";

const SHAPE = "a decimal such as 100.50, with at most 10 digits before the point and 8 after it";

/** An amount of money as operators type it. Below nothing, it is a debt. */
export const Amount = z.string().regex(/^-?\d{1,10}(\.\d{1,8})?$/, `must be ${SHAPE}`);

/** One that is not below nothing. */
export const AmountOwned = z.string().regex(/^\d{1,10}(\.\d{1,8})?$/, `must be ${SHAPE}, and not negative`);

/** One that is more than nothing. */
export const AmountAdded = z.string().regex(/^(?=.*[1-9])\d{1,10}(\.\d{1,8})?$/, `must be ${SHAPE}, and more than 0`);
