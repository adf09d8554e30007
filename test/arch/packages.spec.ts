import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly name?: string;
  readonly version: string;
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>;
};
const found = (name: string): Package[] =>
  Object.entries(lock.packages).flatMap(([path, one]) =>
    path.endsWith(`node_modules/${name}`) ? [one] : [],
  );

/** `@scarf/scarf` tells its makers of each installation; linters of the documents ask for it, and get an empty package. */
describe('no package phones home', () => {
  it('what tells of an installation is an empty package, which runs nothing', () => {
    const scarf = found('@scarf/scarf');
    expect(scarf).toMatchObject([{ name: 'empty-npm-package', version: '1.0.0' }]);
    expect(scarf[0]?.hasInstallScript).toBeUndefined();
  });

  it('so are the pages that bring it along', () => {
    expect(found('swagger-ui-dist')).toMatchObject([{ name: 'empty-npm-package', version: '1.0.0' }]);
  });
});
