import { expect, it } from 'vitest'
import {
  consoleLimits,
  consoleTable,
  limitsOf,
  maxFiles,
  measureConsole,
  measurePageWeights,
  pageWeightTable,
} from '../bench/page-weight.ts'

it('every page stays within its size budget', async () => {
  const weights = await measurePageWeights()
  console.log(pageWeightTable(weights))
  const over = weights.filter(({ path, script, page }) => {
    const limits = limitsOf(path)
    return (limits.script !== null && script > limits.script) || (limits.page !== null && page > limits.page)
  })
  expect(over).toEqual([])
  expect(weights.filter(({ files }) => files > maxFiles)).toEqual([])
  expect(weights.filter(({ script, page }) => script < 500 || page < 5000)).toEqual([]) // something was not counted
})

it('the console and each of its tabs stay within their budgets', async () => {
  const weight = await measureConsole()
  console.log(consoleTable(weight))
  expect(weight.first).toBeLessThanOrEqual(consoleLimits.first)
  expect(weight.files).toBeLessThanOrEqual(consoleLimits.files)
  expect(weight.tabs.filter(({ script }) => script > consoleLimits.tab)).toEqual([])
  expect(weight.tabs.flatMap(({ late }) => late)).toEqual([])
  expect([weight.tabs.length, weight.first > 100_000]).toEqual([12, true]) // something was not counted
})
