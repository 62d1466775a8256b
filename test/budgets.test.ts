import { expect, it } from 'vitest'
import { limitsOf, measurePageWeights, pageWeightTable } from '../bench/page-weight.ts'

it('every page stays within its size budget', async () => {
  const weights = await measurePageWeights()
  console.log(pageWeightTable(weights))
  const over = weights.filter(({ path, script, page }) => {
    const limits = limitsOf(path)
    return (limits.script !== null && script > limits.script) || (limits.page !== null && page > limits.page)
  })
  expect(over).toEqual([])
  expect(weights.filter(({ script, page }) => script < 500 || page < 5000)).toEqual([]) // something was not counted
})
