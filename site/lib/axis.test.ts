import { expect, it } from 'vitest'
import { axisTop, nearestDay, placeOf, plotPoints } from './axis.ts'

it('an axis ends at a readable number whose half is whole', () => {
  expect([[], [0], [1], [3], [7], [9], [11], [34], [99], [101], [1234], [70_001]].map(axisTop)).toEqual([
    2, 2, 2, 4, 8, 10, 12, 40, 100, 120, 1600, 80_000,
  ])
})

it('values are placed from left to right, with the largest at the top', () => {
  expect(plotPoints([0, 5, 10], 10)).toEqual([
    { x: 0, y: 100 },
    { x: 50, y: 50 },
    { x: 100, y: 0 },
  ])
})

it('a curve without an axis uses the whole height, and is level when nothing changes', () => {
  expect(plotPoints([20, 30], 30, 20).map(({ y }) => y)).toEqual([100, 0])
  expect(plotPoints([20, 20], 20, 20).map(({ y }) => y)).toEqual([50, 50])
})

it('a single day is placed in the middle', () => {
  expect(placeOf(0, 1)).toBe(50)
})

it('a pointer chooses the closest day, also beyond the edges', () => {
  expect([-0.2, 0, 0.49, 0.51, 1, 1.4].map((share) => nearestDay(share, 2))).toEqual([0, 0, 0, 1, 1, 1])
})
