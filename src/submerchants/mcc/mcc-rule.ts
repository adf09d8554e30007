/**
 * One row of the map: a CNAE prefix (2 digits a division, 3 a group, 4 or 5 a class, 7 a subclass), the
 * merchant category code, and why. A null code says that this activity has none on purpose, also where a
 * shorter prefix would give one.
 */
export type MccRule = readonly [prefix: string, mcc: string | null, reason: string];
