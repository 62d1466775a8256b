import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { serveTasks } from '../kernel/concurrency/worker-tasks.ts'
import { createCommonPasswords } from './common-passwords.ts'
import type { Strength, StrengthTask } from './password-strength.ts'

const zxcvbn = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })
const isCommon = createCommonPasswords(common['passwords-common'])

serveTasks(
  ({ password, own }: StrengthTask): Strength => ({
    isCommon: isCommon(password),
    guesses: zxcvbn.check(password, own).guessesLog10,
  }),
)
