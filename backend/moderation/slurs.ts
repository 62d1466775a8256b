import { hashText, offsetBasis } from './hash.ts'

/**
 * Slurs against protected groups, as FNV-1a hashes so that developers need not read them. To add one, print
 * `(hashText(word, offsetBasis) >>> 0).toString(16)` for its lower-case form.
 */
const hashes = `
  a4705559 06d6111e d9eb56dd bb7973ea 9a97550b d5018392 32629b33 18a40a3d 183c38ca 41521bdf 80418fc4
  f23e2de2 e8e1bb43 e7587f0c 9f337ecf 1e65ce2f 386f3095 5e70e3f3 2bb62280 71faa974 70d1d9e8 030d1b3d
  acb9f516 4dbd4dff 955b3ec5 d4a3b882 b1f8089d 17760eaa c9f777d5 bce248a6 2d38a74f 7df6521e b7c3c197
  c8c8b2d0 b6f13699 b84b7c42 df8ae537 2ba6ea0c bb7b0c24 9bdd8941 8fbef9b6 4ab68b2a 883eef41 7be1c03d
  31b34933 737d45c4 8534bf15 ba90d2cd 6ffbc11a 08492995 f12cf512 048b8c8d dc08ae09 dbaaaa0e 45bd3c79
  d2e583be 20603511 59740946 f01478b3 b03a1640 aabcb1e2 2fc0185d 8a7c2f93 853febae a0a04ce7 121ac38d
  7e2288da 5d11c10a bfd101af d205ed54 22ac6ff5 1b738ff2 be8ef246 fd84968f 13b9aeb4 f729446a 2ef6335b
  f3d231f7 57e3f2cc 2b1aa2ee 2c97da77 0b1ab3f6 00089a5f 6e381249 71da786d 58eb173a 36c9c3b0 029f2bf9
  1414e96a b5eaf25b 9deacc93 78a084a0 ef08753c 9950ab5d 9eb42c7c 937ac967 1c9b129e f6a4b84e 824e0807
  f9603045 c86be502 9065bb63 65339e74 5e10c021 93627ef4 73595238 f2a4b202 4546b9c0 cbedab6c 262461cd
  21a41868 1051f281 2b050d38 8935cf9a e8b64bcb 2d708b46 ac89dd6e e3e4eb49 fb5e4c4e 7f8fc16d ed4d023a
  717b373f f0f80ca4 62bfa028 cea96f41 1647e2bf df2a0724 5d735a9f 5bcdf117 6b7a2c6e 4e5371a7 e1fab5d9
  67abfa9e 77afc6ed 07b5aaba 21e8e371 639d5c26 da97b6a4 f3d4d475 540a2bea e502a1db 60696ad1 948002a1
  97847096 635b1b38 970e8106 1d016fdd 40d5cb2f c45f0c37 65a04f0c 217dd628 14187141 1544eac8 367d8461
  00ac720d 8d783c5a 46a588f7 ba95e7cc 03fb8936 84574500 c8625409 ab0959be 0cb85db7 16338611 551c8c46
  394bf04f 6e8b2e74 df3ae4ea 02b5dcdb 7c9ae63f 73d889a4 9c5c74cc e48bc8ad b6c95f84 b60211d5 6da44d42
  caa58423 e7a46732 001ee412 91a184b3 6d6bce43 c1ff0fdb 0c85a578 4b73da8c c661bf6d e9a7d014 d0904a09
  45fc3174 4b1ba3b6 af2cff20
`

const slurs = new Set(hashes.split(/\s+/).map((hash) => Number.parseInt(hash || '0', 16)))

export const isSlur = (word: string): boolean => slurs.has(hashText(word, offsetBasis) >>> 0)

const profanity =
  /^(f\*{2,3}|fu?\*+c?k?|f\*+(ing|ed|er|ers)|f\*c?k(ing|ed|er|ers)?|s\*{1,3}|sh\*t+y?|a\*+|d\*+n|bullsh\*t|cr\*p|h\*ll)$/

/** `n*****`, `tr*nny`: letters starred out, as people quote a slur; profanity does not count. */
export const isMaskedSlur = (word: string): boolean =>
  word.includes('*') && /^[a-z]+\*+[a-z]*$/.test(word) && !isMaskedProfanity(word)

export const isMaskedProfanity = (word: string): boolean => word.includes('*') && profanity.test(word)
