import type { Answer, Client, Headers, JsonBody } from '../client';
import type { Recorder } from './recorder';

/** Somebody who uses the API in the recorded day: what is asked and answered is kept as an example. */
export class Actor {
  constructor(
    private readonly recorder: Recorder,
    readonly client: Client,
    private readonly example?: string,
  ) {}

  /** The same, whose exchanges are examples of this name. */
  showing(example: string): Actor {
    return new Actor(this.recorder, this.client, example);
  }

  get(path: string): Promise<JsonBody> {
    return this.ask('GET', path);
  }

  post(path: string, body?: unknown, headers: Headers = {}): Promise<JsonBody> {
    return this.ask('POST', path, body, headers);
  }

  patch(path: string, body: unknown): Promise<JsonBody> {
    return this.ask('PATCH', path, body);
  }

  async delete(path: string, body?: unknown): Promise<void> {
    await this.ask('DELETE', path, body);
  }

  /** What is answered with this code is an example of a failure. */
  async refused(code: string, method: string, path: string, body?: unknown, headers = {}): Promise<void> {
    const answer = await this.send(method, path, body, headers);
    if (answer.body?.error !== code) throw new Error(`${method} ${path} is not ${code}: ${answer.text}`);
  }

  /** The whole answer, whatever it is. */
  async send(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    const answer = await this.client.send(method, path, body, headers);
    this.recorder.note({ method, path, body, answer, example: this.example });
    return answer;
  }

  private async ask(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<JsonBody> {
    const answer = await this.send(method, path, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body?.data;
  }
}
