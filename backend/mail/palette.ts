export type CampaignColors = { night: string; accent: string; primary: string; paper: string }

type Channels = [number, number, number]

const channelsOf = (color: string): Channels => {
  const part = (from: number) => Number.parseInt(color.slice(from, from + 2), 16)
  return [part(1), part(3), part(5)]
}
const hex = (channel: number) => Math.round(channel).toString(16).padStart(2, '0')

/** `share` (0 to 1) of the second color in the first. */
function mix(color: string, other: string, share: number): string {
  const others = channelsOf(other)
  return `#${channelsOf(color)
    .map((channel, index) => hex(channel * (1 - share) + (others[index] ?? 0) * share))
    .join('')}`
}

/** WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

export function contrast(color: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(color), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const white = '#ffffff'
const black = '#000000'

/** The first of these with enough contrast on the ground, else black or white, whichever has more. */
function readable(ground: string, ...colors: string[]): string {
  const found = colors.find((color) => contrast(color, ground) >= 4.5)
  return found ?? (contrast(white, ground) >= contrast(black, ground) ? white : black)
}

/** The colors of an email by their names in layout.mjml, derived from any campaign colors. */
export function paletteOf({ night, accent, primary, paper }: CampaignColors) {
  const darkGround = mix(night, black, 0.6)
  const darkCard = mix(night, black, 0.25)
  const ink = readable(white, night)
  return {
    night,
    accent,
    primary,
    paper,
    ink,
    quiet: readable(paper, mix(ink, white, 0.3), ink),
    onNight: readable(night, white),
    onPrimary: readable(primary, white),
    darkGround,
    darkCard,
    darkInk: readable(darkCard, paper),
    darkQuiet: readable(darkGround, mix(paper, darkGround, 0.3), paper),
    darkLink: readable(darkCard, accent, paper),
  }
}
