import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { nearestDay } from '../../../lib/axis.ts'

/** The chosen one of several places along a chart, by pointer or arrow keys; at first the last. */
export function usePlotCursor(count: number) {
  const last = count - 1
  const [choice, setChosen] = useState<number | null>(null)
  const chosen = Math.min(choice ?? last, last)

  function onKeyDown(event: KeyboardEvent) {
    const steps: { [key: string]: number } = {
      ArrowRight: chosen + 1,
      ArrowUp: chosen + 1,
      ArrowLeft: chosen - 1,
      ArrowDown: chosen - 1,
      PageUp: chosen + 7,
      PageDown: chosen - 7,
      Home: 0,
      End: last,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    setChosen(Math.min(last, Math.max(0, to)))
  }
  function onPoint({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const plot = currentTarget.querySelector('.plot')?.getBoundingClientRect()
    if (plot) setChosen(nearestDay((clientX - plot.left) / plot.width, count))
  }
  return { chosen, handlers: { onKeyDown, onPointerDown: onPoint, onPointerMove: onPoint } }
}
