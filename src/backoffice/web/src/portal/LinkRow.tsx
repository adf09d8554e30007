import type { LinkProps } from '@tanstack/react-router';
import { Icon, type IconName } from '../components/Icon';
import { NavigationLink } from '../components/links';
import classes from './LinkRow.module.css';

interface LinkRowProps {
  /** What the links are of, for screen readers. */
  readonly label: string;
  readonly links: readonly {
    readonly link: LinkProps;
    readonly text: string;
    readonly icon: IconName;
    /** Shown as open at its own address alone, not at those below it. */
    readonly isExact?: boolean;
  }[];
}

/** Links beside one another; the one that is open says so. */
export function LinkRow({ label, links }: LinkRowProps) {
  return (
    <nav aria-label={label}>
      <ul className={classes.links}>
        {links.map(({ link, text, icon, isExact = false }) => (
          <li key={text}>
            <NavigationLink
              {...(link as { to: never })}
              className={classes.link ?? ''}
              leftSection={<Icon name={icon} size={16} />}
              label={text}
              activeOptions={{ exact: isExact, includeSearch: false }}
              activeProps={{ active: true }}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
