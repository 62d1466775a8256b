/** Emoji by the kind of meaning they carry (skin tones and joined parts are read one by one). */
export const emojiMeanings = {
  group:
    '👩 👧 👵 👳 🧕 🕌 ✡ ☪ 🕍 ✝ 👲 🏳 🌈 🏿 🏾 🏽 ♿ 🦽 🦼 🦯 🧑‍🦽 🤶 🤰 👰 👭 👬 ⚧ 🏻 👱 🧏 🤱 🛕 🕋 🚺 ♀ 🧔 🀄 🥢 🏴',
  animal:
    '🐒 🐵 🦍 🦧 🐀 🐁 🐭 🐍 🐷 🐖 🐽 🐕 🐶 🐩 🪳 🐛 🪱 🦠 🐜 🪰 🦟 🕷 🐄 🐮 🐐 🐏 🐑 🐓 🦎 🐸 🐌 🦗 🐂 🐃 🐴 🐎 🦨 🦝 🗑 🚮 🧫 🍌 👹 👺 👿 😈 🐪 🐫 🐊',
  violence: '🔫 🔪 🗡 ⚔ 💣 🧨 🪓 🏹 ☠ 💀 ⚰ 🪦 🩸 🔥 👊 🤛 🤜 💥 🚀 🪢 ⚱ 🧹 🔨 🪚 🥊 👞 🦵 🔩',
  derogatory: '🤮 🤢 💩 🖕 🤡 🚩 👎 🙄 😡 🤬 😠 🥴 🤪 👽 🦹 🧟 😒 🤨 🫵 🤏 ♿ 📉 ❌ 🚫 ⛔ 😤 🤥 🧌 🖤 🤦 🍆 🍑 💦',
  positive:
    '❤ 😍 🥰 👍 💕 💖 💗 💓 💙 💚 💛 🧡 💜 🙏 🎉 🥳 👏 💪 😊 ☺ 🙂 😀 😃 😄 😁 🤗 💐 🌹 🌸 🌻 ✨ ⭐ 🌟 💯 🫶 🤝 ✌ ☀ 👌 😇 🏆 🥇 💞 💘 🤩 😻 👑',
  advert: '💰 💵 💸 🤑 💲 🎁 🎰 👉 👇 📲 🛒 🔗 📈 💎 🆓 ✅ ⬇ ➡ 📩 📞 ☎ 💳',
  leisure: '⚽ 🏀 🏈 ⚾ 🎮 🎲 🍕 🍔 🍳 🍰 🍪 🐈 🐱 🎸 🎬 🎧 🎵 🎶 🏖 ✈ 🍝 🍜 🍣',
  exclude: '👋 🚪 🚢 🛫 🧱 ⛓ 🚷 🧳',
} as const
