/**
 * The word that an emoji stands for: `🐀` is read as `rat`, so that what was learned from words applies to pictures too.
 * Skin tones and joined parts are read one by one. The meaning of the words is in the other lists.
 */
const read = {
  // people
  woman: '👩 👧 👵 👸 ♀ 🚺 👱',
  man: '👨 👴 👦 ♂ 🚹 🧔',
  people: '👥 🧑 👫 👪 👯',
  muslim: '👳 🧕 🕌 ☪ 🕋',
  jew: '✡ 🕍 🕎',
  christian: '✝ ☦',
  hindu: '🛕 🕉',
  gay: '🌈 👬',
  lesbian: '👭',
  transgender: '⚧',
  black: '🏿 🏾',
  brown: '🏽',
  white: '🏻 🏼',
  disabled: '♿ 🦽 🦼',
  blind: '🦯',
  deaf: '🧏 🦻',
  asian: '👲 🥢 🀄',
  pregnant: '🤰',
  flag: '🏳 🏴',
  bride: '👰',
  // beasts and filth
  monkey: '🐒 🐵 🙈 🙉 🙊',
  ape: '🦍 🦧',
  rat: '🐀 🐁 🐭',
  snake: '🐍',
  pig: '🐷 🐖 🐽',
  dog: '🐕 🐶 🐩',
  cockroach: '🪳',
  maggot: '🐛 🪱',
  virus: '🦠 🧫',
  insect: '🐜 🪰 🦟 🦗 🪲 🕷',
  cattle: '🐄 🐮 🐂 🐃',
  sheep: '🐏 🐑',
  animal: '🐐 🐪 🐫 🫏 🐴',
  monster: '👹 👺 👾 🧟 🧌',
  devil: '👿 😈',
  trash: '🗑 🚮',
  shit: '💩',
  // violence
  shoot: '🔫',
  knife: '🔪 🗡',
  fight: '⚔',
  bomb: '💣 🧨 💥',
  slaughter: '🪓',
  dead: '☠ 💀',
  coffin: '⚰ ⚱',
  grave: '🪦',
  blood: '🩸',
  fire: '🔥',
  punch: '👊 🤛 🤜',
  rope: '🪢',
  smash: '🔨 ⚒',
  kick: '🥾',
  // contempt
  disgusting: '🤮 🤢',
  fuck: '🖕',
  clown: '🤡',
  bad: '👎',
  hate: '😡 🤬 😠 😤',
  annoying: '🙄 😒',
  sick: '😷 🤒 🤧',
  liar: '🤥',
  crazy: '🤪 🥴',
  fool: '🤦',
  creature: '👽',
  // sending away
  leave: '👋 🚪',
  banned: '🚫 ⛔ 🚷',
  wrong: '❌ ✖',
  deport: '🛫 🚢',
  chain: '⛓',
  stop: '🛑 ✋',
  // warmth
  love: '❤ 😍 🥰 💕 💖 💗 💓 💙 💚 💛 🧡 💜 💞 💘 ♥ 🤍 🤎 💝 🫶 😘',
  happy: '😊 ☺ 🙂 😀 😃 😄 😁 🤗 😇 🥹',
  good: '👍 👌 💯 ✅ ✔',
  pray: '🙏',
  celebrate: '🎉 🥳 🎊 🎈',
  bravo: '👏 🙌',
  strong: '💪 ✊',
  proud: '🏆 🥇',
  friend: '🤝 🫂',
  peace: '✌ 🕊',
  star: '⭐ 🌟 ✨ 🤩',
  flower: '🌸 🌹 🌻 🌷 💐 🌼',
  laugh: '😂 🤣 😆 😅 😹',
  cry: '😢 😭 😥 😞 😔 ☹ 🙁',
  smart: '🧠 🎓',
  lol: '😜 😝 😛 😉',
  // advertising
  money: '💰 💵 💸 🤑 💲 💳',
  gift: '🎁',
  jackpot: '🎰',
  click: '👉 👇 🔗',
  crypto: '💎 📈',
  free: '🆓',
  hurry: '🚨 ⏰',
  phone: '📲 📞 ☎',
  // pastimes
  game: '🎮 🎲 🕹',
  football: '🏈',
  soccer: '⚽',
  basketball: '🏀',
  baseball: '⚾',
  pizza: '🍕',
  cake: '🍰 🎂 🧁',
  cookie: '🍪',
  cooking: '🍳 🍝 🍜 🍣 🍔 🥘',
  cat: '🐈 🐱',
  song: '🎵 🎶 🎧 🎸 🎤',
  movie: '🎬 🍿',
  vacation: '🏖 🏝',
  banana: '🍌',
  watermelon: '🍉',
  bacon: '🥓',
} as const

/** Nations whose flags stand for people in posts, by their two letters. */
const nations: { [letters: string]: string } = {
  US: 'american',
  MX: 'mexican',
  CN: 'chinese',
  JP: 'japanese',
  KR: 'korean',
  IN: 'indian',
  PK: 'pakistani',
  BD: 'bangladeshi',
  AF: 'afghan',
  IQ: 'iraqi',
  IR: 'iranian',
  SY: 'syrian',
  SA: 'arab',
  AE: 'arab',
  YE: 'arab',
  PS: 'palestinian',
  IL: 'israeli',
  TR: 'turkish',
  SO: 'somali',
  NG: 'nigerian',
  ET: 'ethiopian',
  HT: 'haitian',
  CF: 'african',
  KE: 'african',
  GH: 'african',
  PL: 'polish',
  RO: 'romani',
  RU: 'russian',
  UA: 'ukrainian',
  IE: 'irish',
  IT: 'italian',
  GT: 'guatemalan',
  HN: 'honduran',
  SV: 'salvadoran',
  CU: 'cuban',
  VE: 'venezuelan',
  CO: 'colombian',
  BR: 'brazilian',
  PH: 'filipino',
  VN: 'vietnamese',
}

const words = new Map<string, string>()
for (const [word, emoji] of Object.entries(read)) for (const one of emoji.split(' ')) words.set(one, word)

/** Means something on a person, and nothing on a thumb. */
export const isSkinTone = (emoji: string): boolean => /^[\u{1f3fb}-\u{1f3ff}]$/u.test(emoji)

/** The word that this emoji stands for, or null. Variation selectors have been removed before. */
export const emojiWord = (emoji: string): string | null => words.get(emoji) ?? null

const firstIndicator = 0x1f1e6

/** The nation of two regional indicators (the halves of a flag), `flag` for another pair, null for anything else. */
export function flagWord(first: string, second: string): string | null {
  const letters = [first, second].map((one) => (one.codePointAt(0) ?? 0) - firstIndicator)
  if (letters.some((letter) => letter < 0 || letter > 25)) return null
  return nations[String.fromCharCode(...letters.map((letter) => letter + 65))] ?? 'flag'
}
