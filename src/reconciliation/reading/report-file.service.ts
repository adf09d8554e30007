import { Injectable } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { errorMessage } from '../../common';
import type { ReportLine } from '../../providers';
import { parseReportLine } from './report-line.rules';

/** Bytes of one line: no line of ours comes near. */
const MAX_LINE = 4_096;
const PAGE = 500;
/** Faults that are told of at once. */
const MAX_FAULTS = 10;
const NEWLINE = 0x0a;

/** What keeps a file from being read: by the numbers of its lines, and nothing of what stands there. */
class ReportFileError extends Error {}

/** Reports as files: one line a line, as JSON (money contract §19). */
@Injectable()
export class ReportFileService {
  /** Looks at all of it before anything is done; how many lines it has. Throws ReportFileError. */
  async check(path: string): Promise<number> {
    const faults: string[] = [];
    let lines = 0;
    for await (const { number, bytes } of linesOf(path)) {
      const line = parsed(bytes);
      if (line === null) continue;
      if (line instanceof Error) faults.push(`line ${number} ${line.message}`);
      else lines += 1;
      if (faults.length === MAX_FAULTS) break;
    }
    if (faults.length > 0) throw new ReportFileError(`Nothing was read: ${faults.join('; ')}.`);
    return lines;
  }

  /** The lines of a file that was checked; one that changed meanwhile throws a ReportFileError. */
  async *lines(path: string): AsyncIterable<readonly ReportLine[]> {
    let page: ReportLine[] = [];
    for await (const { number, bytes } of linesOf(path)) {
      const line = parsed(bytes);
      if (line === null) continue;
      if (line instanceof Error)
        throw new ReportFileError(`The file has changed: line ${number} ${line.message}.`);
      page.push(line);
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }
}

/** Null: nothing stands there. */
function parsed(bytes: Buffer | null): ReportLine | Error | null {
  if (bytes === null) return new Error(`is longer than ${MAX_LINE} bytes`);
  const text = decoded(bytes);
  if (text === null) return new Error('is not UTF-8');
  if (text.trim() === '') return null;
  try {
    return parseReportLine(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(errorMessage(error));
  }
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The lines as they stand; null in the place of one that is too long, of which nothing is kept. */
async function* linesOf(
  path: string,
): AsyncIterable<{ readonly number: number; readonly bytes: Buffer | null }> {
  let number = 1;
  let rest: Buffer[] = [];
  let size = 0;
  const end = (): { number: number; bytes: Buffer | null } => {
    const bytes = size > MAX_LINE ? null : Buffer.concat(rest);
    rest = [];
    size = 0;
    return { number: number++, bytes };
  };
  const keep = (part: Buffer): void => {
    size += part.length;
    if (size > MAX_LINE) rest = [];
    else rest.push(part);
  };
  try {
    for await (const chunk of createReadStream(path)) {
      const bytes = chunk as Buffer;
      let from = 0;
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
        keep(bytes.subarray(from, at));
        from = at + 1;
        yield end();
      }
      keep(bytes.subarray(from));
    }
  } catch (error) {
    throw new ReportFileError(`The file cannot be read: ${errorMessage(error)}.`);
  }
  if (size > 0) yield end();
}
