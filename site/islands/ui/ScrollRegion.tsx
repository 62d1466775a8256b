import type { ComponentProps } from 'react'

/** A part of a page that scrolls on its own; it takes the focus, so that the keyboard can scroll it. */
export const ScrollRegion = (props: ComponentProps<'section'> & { 'aria-label': string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
  <section tabIndex={0} {...props} />
)
