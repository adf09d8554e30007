import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

/** The fenced blocks of one language on a page, in their order. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const fenced = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...text.matchAll(fenced)].map(([, block]) => block!);
}

/** A program of TypeScript as a module that Node runs; its types are checked elsewhere. */
export function asModule(source: string): string {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  return ts.transpileModule(source, { compilerOptions: options }).outputText;
}

/** A reader's own project: a folder in which @repasse/sdk is installed. */
export class ReadersProject {
  readonly home = mkdtempSync(join(tmpdir(), 'repasse-guide-'));

  constructor() {
    mkdirSync(join(this.home, 'node_modules', '@repasse'), { recursive: true });
    symlinkSync(join(ROOT, 'packages', 'sdk'), join(this.home, 'node_modules', '@repasse', 'sdk'));
    symlinkSync(join(ROOT, 'node_modules', '@types'), join(this.home, 'node_modules', '@types'));
  }

  write(name: string, source: string): string {
    const file = join(this.home, name);
    writeFileSync(file, source);
    return file;
  }

  /** Runs a program here to its end. Nothing else happens in this process meanwhile. */
  run(program: string, args: readonly string[], input = '') {
    return spawnSync(program, args, { cwd: this.home, encoding: 'utf8', input });
  }

  /** Runs a program that speaks to a service of this process. */
  speak(
    file: string,
    env: Record<string, string>,
  ): Promise<{ failed: boolean; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const options = { cwd: this.home, env: { ...process.env, ...env } };
      execFile(process.execPath, [file], options, (error, stdout, stderr) =>
        resolve({ failed: error !== null, stdout, stderr }),
      );
    });
  }

  /** What the compiler says of the program; nothing when it is right. With its libraries, whose types take longest, when asked. */
  compile(name: string, { withLibraries = false } = {}): string {
    const options = '--noEmit --strict --target es2023 --module nodenext --types node --ignoreConfig'.split(
      ' ',
    );
    if (!withLibraries) options.push('--skipLibCheck');
    return this.run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, name])
      .stdout;
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
