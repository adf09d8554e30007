import { Box, Code } from '@mantine/core';
import { CopyButton } from './CopyButton';
import classes from './CodeBlock.module.css';

interface CodeBlockProps {
  /** Text as it is, or anything else as JSON. */
  readonly value: unknown;
  /** What it is, for screen readers and the copy button. */
  readonly label: string;
  readonly maxHeight?: number;
}

/** A body, headers or details to look at: as plain text, never as markup. */
export function CodeBlock({ value, label, maxHeight = 320 }: CodeBlockProps) {
  const text = typeof value === 'string' ? readable(value) : JSON.stringify(value, null, 2);
  return (
    <Box className={classes.root}>
      <Code block className={classes.code} mah={maxHeight} tabIndex={0} role="group" aria-label={label}>
        {text}
      </Code>
      <Box className={classes.copy}>
        <CopyButton value={text} what={label} />
      </Box>
    </Box>
  );
}

/** JSON that came as one line is easier to read indented; anything else stays as it came. */
function readable(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
