import { createHash } from 'node:crypto';
import { Agent, request } from 'undici';
import { basic } from './client';
import { FileServer, type Hosted } from './file-server';
import { Onboarding } from './onboarding';
import type { FileFaultData } from '../../src/review/files/file-fault.data';
import { startService, type TestOperator, type TestService } from './service';

/** What an operator got who looked at a file. */
export interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The code of a failure, and its message. */
  readonly error: string | null;
  readonly message: string | null;
  readonly data: FileFaultData | null;
}

export interface HostedDocument {
  readonly id: string;
  readonly path: string;
}

const agent = new Agent({ connections: 64, keepAliveTimeout: 1_000 });

/** The service, a merchant's file host, a submerchant whose documents lie there, and a viewer who looks at them. */
export class FileBench {
  private hosted = 0;

  private constructor(
    readonly service: TestService,
    readonly host: FileServer,
    readonly viewer: TestOperator,
    private subject: { readonly onboarding: Onboarding; readonly person: string },
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<FileBench> {
    const service = await startService({ env });
    const host = await new FileServer().listen();
    const viewer = await service.operator({ role: 'viewer' });
    return new FileBench(service, host, viewer, await subjectOf(service));
  }

  async close(): Promise<void> {
    await this.host.close();
    await this.service.stop();
  }

  get onboarding(): Onboarding {
    return this.subject.onboarding;
  }

  get person(): string {
    return this.subject.person;
  }

  /** Another merchant with another submerchant from now on. */
  async renewSubject(mode: 'test' | 'live' = 'test'): Promise<void> {
    this.subject = await subjectOf(this.service, mode);
  }

  documentAt(file_url: string, fields: object = {}): Promise<string> {
    return this.onboarding.document(this.person, 'front_id', { file_url, ...fields });
  }

  /** A document whose address answers like this; bytes are declared with their size. */
  async documentOf(hosted: Hosted, fields: object = {}): Promise<HostedDocument> {
    this.hosted += 1;
    const path = `/file-${this.hosted}`;
    const size = Buffer.isBuffer(hosted) ? { file_size: Math.max(hosted.length, 1) } : {};
    return { id: await this.documentAt(this.host.host(path, hosted), { ...size, ...fields }), path };
  }

  async view(id: string, { operator = this.viewer, url = this.service.url } = {}): Promise<FileAnswer> {
    const response = await request(`${url}/v1/review/documents/${id}/file`, {
      dispatcher: agent,
      headers: { authorization: basic(operator) },
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const failed =
      response.statusCode === 200
        ? null
        : (JSON.parse(bytes.toString()) as { error: string; message: string; data?: FileFaultData });
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes,
      error: failed?.error ?? null,
      message: failed?.message ?? null,
      data: failed?.data ?? null,
    };
  }

  /** Status, code, message, and what its data says: the fault, and the status of the address where that matters. */
  async refusalOf(id: string): Promise<unknown[]> {
    const { status, error, message, data } = await this.view(id);
    return [status, error, message, data?.fault, data?.http_status];
  }

  query<T = unknown>(sql: string, ...values: unknown[]): Promise<T[]> {
    return this.service.dataSource.query<T[]>(sql, values);
  }
}

async function subjectOf(
  service: TestService,
  mode: 'test' | 'live' = 'test',
): Promise<{ onboarding: Onboarding; person: string }> {
  const onboarding = new Onboarding((await service.merchant({ mode })).client);
  return { onboarding, person: await onboarding.person() };
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
