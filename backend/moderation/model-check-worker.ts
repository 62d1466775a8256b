import { parentPort, workerData } from 'node:worker_threads'
import { classify } from './classifier.ts'
import { decodeModel } from './model-file.ts'
import { isSound } from './sound-classification.ts'

/** Short and long, plain and disguised texts, both typical and hostile. */
const samples = [
  '',
  ' \n\t ',
  'I disagree with the senator on this bill, and I told him so.',
  'You are a pathetic idiot and everybody knows it.',
  'k1ll y0u, y.o.u i-d-i-o-t!!! 😡😡😡',
  'We love our neighbors. Those people are vermin and should be thrown out of the county.',
  'Call me at 765-555-0199 or write to 12 Main Street, Lafayette.',
  'Cheap pills! http://pills.example.com BUY NOW $$$',
  'Jesus wept. The county council voted on the gun bill and the border.',
  '\ud800\u202e\u200b\u0000 zero width \u{1f33d}',
  'a'.repeat(10_000),
  'idiot '.repeat(1700),
  'Nobody fixed the road. '.repeat(440),
  '🌽'.repeat(5000),
]

const maxHeaderBytes = 256 * 1024

/** The header is JSON after eight bytes. An object with a `length` would be turned into an array of that length. */
function rejectClaims(file: Buffer): void {
  const length = file.readUInt32LE(4)
  if (length > maxHeaderBytes) throw new TypeError('The header is too long.')
  JSON.parse(file.toString('utf8', 8, 8 + length), (field, value) => {
    if (field === 'length') throw new TypeError('The header claims a length.')
    return value
  })
}

/** The server ends this thread when it takes too long or too much memory: an unknown file may do either. */
const file = Buffer.from(workerData)
rejectClaims(file)
const model = decodeModel(file)
const isUsable = samples.every((text) => isSound(classify(text, { ...model, version: '' }), text))
parentPort?.postMessage({ version: model.version, isUsable })
