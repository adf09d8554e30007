import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** A quiet blue: the one colour of things that can be pressed. */
const INK: MantineColorsTuple = [
  '#eef4fa',
  '#dce6f0',
  '#b6cce2',
  '#8db1d3',
  '#6b9ac7',
  '#558bbf',
  '#4984bd',
  '#3a71a7',
  '#2f6496',
  '#1f5685',
];

/**
 * Shade 8 and autoContrast, because Mantine's own shades fail WCAG AA in the light scheme; small type and little
 * air, because operators look at lists all day.
 */
export const theme = createTheme({
  colors: { ink: INK },
  primaryColor: 'ink',
  primaryShade: 8,
  autoContrast: true,
  // Only what the operating system has: the pages load nothing from elsewhere.
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "DejaVu Sans Mono", Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    // The darkest shade on the light tint, and the other way round: AA for every colour of a badge.
    if (input.variant !== 'light') return colors;
    const name = typeof input.color === 'string' ? input.color : 'ink';
    if (!(name in input.theme.colors)) return colors;
    return {
      ...colors,
      background: `light-dark(var(--mantine-color-${name}-1), color-mix(in srgb, var(--mantine-color-${name}-8) 26%, transparent))`,
      color: `light-dark(color-mix(in srgb, var(--mantine-color-${name}-9) 70%, black), var(--mantine-color-${name}-2))`,
    };
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500, size: 'md', miw: 'max-content' },
    },
    Button: { defaultProps: { size: 'sm' } },
    Loader: { defaultProps: { type: 'dots' } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        // Mantine's <header> would be a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontWeight: 600 } },
    },
    Paper: { defaultProps: { withBorder: true } },
    Tooltip: {
      // Within what it explains: at the end of the document it would be content outside all landmarks.
      defaultProps: { openDelay: 400, withArrow: true, withinPortal: false, floatingStrategy: 'fixed' },
    },
  },
});

/** Mantine's dimmed text, placeholders, links and errors are too pale in one scheme or the other. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': 'var(--mantine-color-gray-9)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-ink-8)',
    '--repasse-surface': '#f7f8fa',
    '--repasse-line': 'var(--mantine-color-gray-3)',
    '--repasse-row-hover': '#f1f5f9',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-ink-3)',
    '--repasse-surface': 'var(--mantine-color-dark-8)',
    '--repasse-line': 'var(--mantine-color-dark-4)',
    '--repasse-row-hover': 'var(--mantine-color-dark-6)',
  },
});
