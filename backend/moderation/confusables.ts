/**
 * Letters that look like Latin ones but survive Unicode's compatibility decomposition: Cyrillic, Greek, Armenian,
 * Cherokee, Latin extensions and small capitals. Each row: the Latin letter, then its look-alikes.
 */
const rows = [
  'a аαɑᴀꭺᎪΑАɐ',
  'b вьβʙɓᏴᏏВΒƅЬ',
  'c сϲᴄᏟСϹƈ',
  'd ԁɗᴅᎠժđɖð',
  'e еєεɛᴇᎬЕΕ℮ҽǝ',
  'f ғϝꜰƒքſ',
  'g ɡցɢᏀԌǥ',
  'h һнհʜᎻНΗħ',
  'i іιɩɪᎥıІΙӀ¡ɨ',
  'j јʝᴊᎫЈյ',
  'k кκᴋᏦКΚƙҝ',
  'l ӏʟⳑᏞłƖ|ɭ',
  'm мᴍᎷМΜɱ',
  'n пηɴոΝŋɲи',
  'o оοσօᴏОΟøөѳ',
  'p рρᴘᏢРΡƿþ',
  'q ԛգɋ',
  'r гʀᏒяɾɍ',
  's ѕꜱᏚЅʂ',
  't тτᴛᎢТΤŧƫ',
  'u υսᴜцʋµ',
  'v νᴠѵᏙ',
  'w ωѡᴡԝᏔшщ',
  'x хχᕁХΧжӿ',
  'y уγʏүУΥұ',
  'z ᴢᏃΖʐƶ',
]

const lookAlikes = new Map(
  rows.flatMap(([latin = '', , ...others]) => others.map((other): [string, string] => [other, latin])),
)

/** Letters in colored boxes, which Unicode calls symbols: negative circled, negative squared. */
const boxes = [0x1f150, 0x1f170]

/** The Latin letter that this character passes for, in lower case, or null. */
export function latinFor(character: string): string | null {
  const known = lookAlikes.get(character)
  if (known !== undefined) return known
  const code = character.codePointAt(0) ?? 0
  const box = boxes.find((first) => code >= first && code < first + 26)
  if (box !== undefined) return String.fromCharCode(97 + code - box)
  return code === 0x1f4b2 ? '$' : null
}
