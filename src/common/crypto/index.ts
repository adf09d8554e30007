export { KeyRing, parseServerKey, type ServerKey } from './key-ring';
export { constantTimeEqual, hmac, keyedHash, matchesKeyedHash, type KeyedHash } from './keyed-hash';
export type { RotationResult, SecretRotation } from './secret-rotation';
export { SEALING_BYTES, type SealedBytes, SecretBox } from './secret-box';
