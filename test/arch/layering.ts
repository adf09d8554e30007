import ts from 'typescript';

/** A source file, its path from the root of the repository. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** What a file does that its role does not allow. */
export interface Offence {
  readonly rule: Rule;
  readonly path: string;
  readonly what: string;
}

export const RULES = ['sql', 'transactions', 'controllers', 'roles', 'doors', 'inserts'] as const;
export type Rule = (typeof RULES)[number];

/** The role of an injectable class is the end of its name, and that of its file (architecture.md, the grammar of names). */
const ROLES: Readonly<Record<string, string>> = {
  UseCase: 'use-case',
  Reader: 'reader',
  Repository: 'repository',
  Lifecycle: 'lifecycle',
  Controller: 'controller',
  Processor: 'processor',
  Consumer: 'consumer',
  Task: 'task',
  Service: 'service',
  Guard: 'guard',
  Middleware: 'middleware',
  Pipe: 'pipe',
  Filter: 'filter',
  Adapter: 'adapter',
};

/** How the one public method of a role is called; of a consumer another one tells how much it will write. */
const METHODS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  UseCase: ['execute'],
  Processor: ['process'],
  Consumer: ['consume'],
};

/** Tools of the house that read or write by themselves, each with the reason. */
export const SQL_TOOLS: Readonly<Record<string, string>> = {
  'src/database/': 'the connection, the transaction and the migrations',
  'src/migrate.ts': 'runs the migrations',
  'src/common/http/idempotency/idempotency.ts':
    'claims a key and stores its answer in the transaction of the effect',
  'src/common/http/idempotency/stored-answer.ts': 'what is kept of a key, and how it is asked for',
  'src/common/http/idempotency/claim-keys.ts': 'the part of a statement by which it claims keys',
  'src/common/http/lists/page.ts': 'lays one page over the query of a repository',
  'src/common/http/lists/hits.ts': 'counts and finds the page of a query',
  'src/common/http/lists/counted-rows.ts': 'counts and finds the page of a list by what is kept of it',
  'src/common/http/lists/search.ts': 'lays a search over the query of a repository',
  'src/common/http/lists/newest-records.ts': 'goes through the newest records of the query of a repository',
  'src/common/http/lists/settled-search.ts': 'lays what is known of a search over the query of a repository',
  'src/common/http/lists/list-query.ts': 'lays search and filters over the query of a repository',
  'src/common/outbox/outbox.ts': 'writes the event in the transaction of its change',
  'src/common/audit/': 'the chain of the audit log, whose statements are its algorithm',
  'src/common/database-clock/': 'asks the database for its time',
  'src/common/invariants/': 'reads the rules of the books on one snapshot',
  'src/common/health/health-checks.ts': 'asks whether the database answers',
  'src/cli/database.commands.ts':
    'reads the catalogue and the rules of the books, over a connection without the service',
  'src/cli/doctor/': 'asks the server what it is, before there is a schema, and reads how its work goes',
  'src/embedded/postgres/': 'makes the server and its database, before there is a schema',
  'src/embedded/backup/': 'asks the server for a backup of itself',
  'src/embedded/demo-week/play.ts': 'makes the database aside in which the week is played, and drops it',
};

const SQL_FILES = /\.(repository|invariants|entity)\.ts$/;
const SQL_TEXT = /^\s*(SELECT\s|INSERT INTO\s|UPDATE\s\w+.*\sSET\s|DELETE FROM\s|WITH\s\w+\sAS\s)/s;
const MANAGERS = /^(tx|manager|dataSource|entityManager|snapshot|reading|runner|client|connection)$/;
const MANAGER_CALLS =
  /^(query|insert|save|update|upsert|delete|remove|increment|decrement|find\w*|exists\w*|count\w*|sum|maximum|minimum|createQueryBuilder|getRepository|transaction)$/;

const OPENERS = ['TxRunner', 'Idempotency'];
const OPENING_FILES = /\.(use-case|task|processor|commands?)\.ts$|^src\/(common|database|cli)\//;

/** What a controller may be given besides use cases and readers, each with the reason. */
export const CONTROLLER_TOOLS: Readonly<Record<string, string>> = {
  AppConfig: 'settings of the process',
  HealthChecks: 'the whole of what the health routes answer',
  Metrics: 'the whole of what the metrics route answers',
  SessionCookieService: 'cookies are HTTP',
  PortalCookieService: 'cookies are HTTP',
};

const CLOSED = /\.(entity|repository|lifecycle)$/;

/** Writers that other features drive, each with the reason. */
export const DRIVEN_FROM_OUTSIDE: Readonly<Record<string, string>> = {
  'src/submerchants/submerchant.lifecycle.ts':
    'documents and review change a submerchant: each in a transaction of its own use case',
  'src/documents/document.lifecycle.ts': 'the verdicts on documents are given by review',
};

/** The rules that layers keep, read off one file. */
export function offencesOf(source: Source): Offence[] {
  const file = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
  const found: Offence[] = [];
  const note = (rule: Rule, what: string): void => void found.push({ rule, path: source.path, what });
  const mayQuery =
    SQL_FILES.test(source.path) || Object.keys(SQL_TOOLS).some((tool) => source.path.startsWith(tool));

  const visit = (node: ts.Node): void => {
    if (!mayQuery) for (const what of queries(node)) note('sql', what);
    if (ts.isClassDeclaration(node)) for (const [rule, what] of ofClass(node, source.path)) note(rule, what);
    if (ts.isExportDeclaration(node) && source.path.endsWith('/index.ts') && isFeature(source.path)) {
      const from = node.moduleSpecifier;
      if (from !== undefined && ts.isStringLiteral(from) && CLOSED.test(from.text)) {
        const file = `${source.path.slice(0, -'/index.ts'.length)}${from.text.slice(1)}.ts`;
        if (!(file in DRIVEN_FROM_OUTSIDE)) note('doors', from.text);
      }
    }
    if (isText(node)) for (const what of unnamedInserts(node.getText(file))) note('inserts', what);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function* queries(node: ts.Node): Iterable<string> {
  if (
    ts.isImportDeclaration(node) &&
    ts.isStringLiteral(node.moduleSpecifier) &&
    node.moduleSpecifier.text === 'typeorm'
  )
    yield 'imports typeorm';
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression: receiver, name } = node.expression;
    const owner = ts.isPropertyAccessExpression(receiver) ? receiver.name.text : receiver.getText();
    if (MANAGERS.test(owner) && MANAGER_CALLS.test(name.text)) yield `${owner}.${name.text}()`;
  }
  if (isText(node) && SQL_TEXT.test(node.getText().slice(1))) yield 'SQL';
}

function* ofClass(node: ts.ClassDeclaration, path: string): Iterable<[Rule, string]> {
  const decorators = (ts.getDecorators(node) ?? []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );
  const name = node.name?.text ?? '';
  const given = injected(node);
  if (!OPENING_FILES.test(path))
    for (const opener of OPENERS.filter((one) => given.includes(one)))
      yield ['transactions', `${name} is given ${opener}`];
  if (decorators.includes('Controller'))
    for (const type of given.filter((one) => !/(UseCase|Reader)$/.test(one) && !(one in CONTROLLER_TOOLS)))
      yield ['controllers', `${name} is given ${type}`];
  if (isFeature(path) && (decorators.includes('Injectable') || decorators.includes('Controller')))
    for (const what of roleOffences(node, name, path)) yield ['roles', what];
}

function* roleOffences(node: ts.ClassDeclaration, name: string, path: string): Iterable<string> {
  const role = Object.keys(ROLES).find((suffix) => name.endsWith(suffix));
  if (role === undefined) {
    yield `${name} has no role`;
    return;
  }
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (!file.endsWith(`.${ROLES[role]}.ts`)) yield `${name} is not in a file *.${ROLES[role]}.ts`;
  const methods = METHODS[role];
  if (methods === undefined) return;
  const others = publicMethods(node).filter(
    (one) => !methods.includes(one) && !/^on[A-Z]|^before[A-Z]/.test(one),
  );
  if (others.length > 0) yield `${name} has ${others.join(', ')} beside ${methods[0]}`;
}

function publicMethods(node: ts.ClassDeclaration): string[] {
  return node.members
    .filter(ts.isMethodDeclaration)
    .filter(
      (member) =>
        (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.NonPublicAccessibilityModifier) === 0,
    )
    .map((member) => member.name.getText());
}

/** The types of what the constructor is given. */
function injected(node: ts.ClassDeclaration): string[] {
  const constructor = node.members.find(ts.isConstructorDeclaration);
  return (constructor?.parameters ?? []).map(({ type }) => {
    if (type === undefined) return '';
    return ts.isTypeReferenceNode(type) ? type.typeName.getText() : type.getText();
  });
}

const NOT_FEATURES = /^src\/(common|database|config|cli|embedded|openapi)\/|^src\/[^/]+$/;

function isFeature(path: string): boolean {
  return !NOT_FEATURES.test(path);
}

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
  );
}

/** `INSERT INTO t SELECT *` and `INSERT INTO t VALUES …` break while a build before and one after run side by side. */
function* unnamedInserts(text: string): Iterable<string> {
  for (const [statement] of text.matchAll(/INSERT INTO\s+[^\s(]+(?:\s+AS\s+\w+)?\s*\S?/g))
    if (!statement.endsWith('(')) yield statement;
}
