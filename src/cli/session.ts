import type { Abstract, INestApplicationContext, Type } from '@nestjs/common';
import type { Feature } from '../common/features';
import type { AppConfig } from '../config';
import type { LocalEnvironment } from '../embedded';

/** What a command works with. Everything is loaded and opened when it is first asked for, and closed at the end. */
export class Session {
  private features: readonly Feature[] = [];
  private local: Promise<LocalEnvironment> | null = null;
  private context: Promise<INestApplicationContext> | null = null;

  /** @param note prints a sentence for people, never on standard output */
  constructor(
    readonly given: NodeJS.ProcessEnv,
    private readonly note: (sentence: string) => void,
  ) {}

  /** Says of which features a command asks services; the ground (audit log, transactions, clock …) is always there. */
  needs(features: readonly Feature[]): void {
    this.features = features;
  }

  /** The environment, completed from `$DATA_DIR`; starts the embedded PostgreSQL when it is needed and down. */
  environment(): Promise<LocalEnvironment> {
    this.local ??= import('../embedded/index.js').then(({ openLocalEnvironment }) =>
      openLocalEnvironment(this.given, this.note),
    );
    return this.local;
  }

  async config(): Promise<AppConfig> {
    const { env } = await this.environment();
    const { loadConfig } = await import('../config/index.js');
    // Standard output belongs to the answer: the log of the service's own modules stays silent.
    return loadConfig({ ...env, LOG_LEVEL: 'silent' });
  }

  async databaseUrl(): Promise<string> {
    return (await this.config()).database.url;
  }

  /** A service of the application, e.g. `MerchantReader`. */
  async service<T>(type: Type<T> | Abstract<T>): Promise<T> {
    this.context ??= this.boot();
    return (await this.context).get(type, { strict: false });
  }

  private async boot(): Promise<INestApplicationContext> {
    const config = await this.config();
    const { NestFactory } = await import('@nestjs/core');
    const { CliModule } = await import('../cli.module.js');
    const module = CliModule.with(config, this.features);
    return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  }

  async close(): Promise<void> {
    await (await this.context?.catch(() => null))?.close();
    await (await this.local?.catch(() => null))?.close();
  }
}
