import type { Page } from '@playwright/test'

/** Counts what a person presses on a page from now on; a click that a key makes is none. Returns the count so far. */
export async function count(page: Page, what: 'click' | 'keydown'): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle((type) => {
    const counted = { times: 0 }
    addEventListener(
      type,
      (event) => {
        if (event.isTrusted && !(event instanceof PointerEvent && event.pointerType === '')) counted.times += 1
      },
      { capture: true },
    )
    return counted
  }, what)
  return () => counter.evaluate(({ times }) => times)
}
