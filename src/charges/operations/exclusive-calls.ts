/** While one of these is pending about a charge, no capture and no void may begin (contract §6, Provider calls). */
export const EXCLUSIVE_CALLS = ['authorize', 'capture', 'void'] as const;
