import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Challenge, leadingZeroBits, proofText } from '../../records/http/proof-of-work.ts'

addEventListener('message', ({ data: { token, bits } }: MessageEvent<Challenge>) => {
  for (let nonce = 0; ; nonce++)
    if (leadingZeroBits(sha256(utf8ToBytes(proofText(token, nonce)))) >= bits) return void postMessage(nonce)
})
