import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundledModel } from './bundled-model.ts'
import { classes } from './classes.ts'
import {
  channels,
  margin,
  maxActivations,
  maxInto,
  networkInput,
  shape,
  writeActivations,
  writeOutput,
  writeVector,
} from './network.ts'
import { decodeNetwork, encodeNetwork, networkBytes } from './network-file.ts'
import { readPost } from './reading.ts'

const { network, vocabulary } = bundledModel()
const readingsOf = (text: string) => readPost(text, vocabulary).readings

function logitsOf(text: string): Float64Array {
  const readings = readingsOf(text)
  const logits = new Float64Array(classes.length)
  writeOutput(logits, maxActivations(readings, 0, readings.length, network), network)
  return logits
}

describe('the network', () => {
  it('gives finite log-odds to any words, the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const logits = logitsOf(text)
        expect(logits.every(Number.isFinite)).toBe(true)
        expect(logitsOf(text)).toEqual(logits)
      }),
      { numRuns: 200 },
    )
  })

  it('finds in a whole text what it finds in its parts, because each part is read with its neighbors', () => {
    const readings = readingsOf('We met on Monday. The road is still closed, and nobody knows why. Thank you all!')
    const whole = maxActivations(readings, 0, readings.length, network)
    const parts = new Float64Array(channels)
    for (const [from, to] of [
      [0, 4],
      [4, 9],
      [9, readings.length],
    ] as const)
      maxInto(parts, maxActivations(readings, from, to, network))
    expect(parts).toEqual(whole)
  })

  it('gives the same results as in training, which has no cache', () => {
    const { size } = shape
    const readings = readingsOf(
      'Nobody said "they are bad", but they aren’t good either. They are bad! Call 765-555-0101 🤡',
    )
    const vectors = new Float64Array((readings.length + 2 * margin) * size)
    for (const [at, reading] of readings.entries())
      writeVector(vectors, (at + margin) * size, networkInput(reading), network)
    const activations = new Float64Array(channels)
    const maxima = new Float64Array(channels)
    for (let at = 0; at < readings.length; at++) {
      writeActivations(activations, vectors, at, network)
      maxInto(maxima, activations)
    }
    for (const _ of ['fresh', 'remembered'])
      for (const [channel, activation] of maxActivations(readings, 0, readings.length, network).entries())
        expect(activation).toBeCloseTo(maxima[channel] ?? Number.NaN, 9)
  })

  it('is stored in the stated number of bytes, and read back the same', () => {
    const bytes = encodeNetwork(network)
    expect(bytes.length).toBe(networkBytes)
    expect(encodeNetwork(decodeNetwork(bytes))).toEqual(bytes)
  })
})
