/** What a rotation did. */
export interface RotationResult {
  readonly rotated: number;
  /** What no key of the ring opens, named so that a person finds it. */
  readonly failed: readonly string[];
}

/** Goes through what a feature keeps sealed and seals it anew with the newest key, beside the running service. */
export interface SecretRotation {
  execute(): Promise<RotationResult>;
}
