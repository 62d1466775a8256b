import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { serveTasks } from '../concurrency/worker-tasks.ts'
import type { StrengthTask } from './password-strength.ts'

const zxcvbn = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })

/** The decimal logarithm of the guesses that a program needs which knows these words of the person. */
serveTasks(({ password, own }: StrengthTask): number => zxcvbn.check(password, own).guessesLog10)
