import { Writable } from 'node:stream';
import { setImmediate as eventLoop } from 'node:timers/promises';
import { Packet } from './packet';

/** Notes what is written at once. */
class Socket extends Writable {
  readonly packets: string[] = [];

  override _write(chunk: Buffer, _: string, written: () => void): void {
    this.packets.push(chunk.toString());
    written();
  }

  override _writev(chunks: { chunk: Buffer }[], written: () => void): void {
    this.packets.push(Buffer.concat(chunks.map(({ chunk }) => chunk)).toString());
    written();
  }
}

describe('Packet', () => {
  const socket = new Socket();
  const packet = new Packet();
  const add = (statement: string) => packet.add(socket, () => socket.write(statement));

  beforeEach(() => socket.packets.splice(0));

  it('sends a statement at once when no other is expected', () => {
    add('a');
    add('b');
    expect(socket.packets).toEqual(['a', 'b']);
  });

  it('sends one with what follows it until the event loop goes on, and tells when it is in', async () => {
    const sent = packet.next();
    expect(packet.next()).toBe(sent);
    add('a');
    await sent;
    add('b');
    expect(socket.packets).toEqual([]);
    await eventLoop();
    expect(socket.packets).toEqual(['ab']);
    add('c');
    expect(socket.packets).toEqual(['ab', 'c']);
  });

  it('tells nothing of a statement that could not be handed over', async () => {
    let isSent = false;
    void packet.next().then(() => (isSent = true));
    expect(() => packet.add(socket, () => JSON.parse('{') as never)).toThrow(SyntaxError);
    await eventLoop();
    expect(isSent).toBe(false);
    add('a');
    await eventLoop();
    expect([isSent, socket.packets]).toEqual([true, ['a']]);
  });
});
