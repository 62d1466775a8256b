/** `allowed`: the classes that count as right, as bits; `weight`: how much the post counts. */
export type Target = { allowed: number; weight: number }

/** The gradient of the loss by logit: the probability the model gives to a class, less the one it should give. */
export function gradientOf(
  logits: Float64Array,
  { allowed, weight }: Target,
  smoothing: number,
  gradient: Float64Array,
): void {
  let highest = Number.NEGATIVE_INFINITY
  for (const logit of logits) highest = Math.max(highest, logit)
  let sum = 0
  let right = 0
  for (let one = 0; one < logits.length; one++) {
    const share = Math.exp((logits[one] ?? 0) - highest)
    gradient[one] = share
    sum += share
    if (allowed & (1 << one)) right += share
  }
  for (let one = 0; one < logits.length; one++) {
    const share = gradient[one] ?? 0
    const wanted = (allowed & (1 << one) ? (share / right) * (1 - smoothing) : 0) + smoothing / logits.length
    gradient[one] = weight * (share / sum - wanted)
  }
}
