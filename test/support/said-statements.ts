/** A Parse message of PostgreSQL's protocol: its length, the name of a statement that is kept, its text. */
const PARSE = /P[\s\S]{4}(\w+)\0([^\0]*)\0/g;

/** What connections say to PostgreSQL: the text of a kept statement goes over each of them once, and after that its name alone. */
export class SaidStatements {
  private readonly texts = new Map<string, string>();

  hear(chunk: Buffer): void {
    for (const [, name = '', text = ''] of chunk.toString('latin1').matchAll(PARSE))
      this.texts.set(name, text);
  }

  /** Whether this part of a statement is said in the chunk, in words or by a name that was heard. */
  says(chunk: Buffer, part: string): boolean {
    if (chunk.includes(part)) return true;
    return [...this.texts].some(([name, text]) => text.includes(part) && chunk.includes(`\0${name}\0`));
  }
}
