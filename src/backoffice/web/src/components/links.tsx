import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Of<Tag extends 'a', Props> = Props & Omit<ComponentPropsWithRef<Tag>, keyof Props>;

/** Mantine's controls as links of the router: `<TextLink to="/queue" search={{ page: 2 }}>`. */
export const TextLink = createLink((props: Of<'a', AnchorProps>) => <Anchor {...props} />);

export const ButtonLink = createLink((props: Of<'a', ButtonProps>) => <Button component="a" {...props} />);

export const NavigationLink = createLink((props: Of<'a', NavLinkProps>) => (
  <NavLink component="a" {...props} />
));
