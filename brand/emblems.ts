/** Emblems of a campaign; SVG paths at the four sizes it is drawn in, without imports. */
export type Emblem = 'torch' | 'star'

export type EmblemDrawing = {
  /** In a square of 48: beside the name, and alone as the icon of a browser tab. */
  logo: string
  icon: string
  /** In 400 × 330, beside a heading, with what is cut out of it. */
  band: string
  cut: string
  /** In the picture for shared links, 1200 × 630, below an arc of stars. */
  picture: string
}

/** A star with five points. */
export function starPath(x: number, y: number, size: number): string {
  const corners = Array.from({ length: 10 }, (_, corner) => {
    const angle = (Math.PI * corner) / 5 - Math.PI / 2
    const radius = corner % 2 === 0 ? size : size * 0.4
    return `${(x + Math.cos(angle) * radius).toFixed(1)} ${(y + Math.sin(angle) * radius).toFixed(1)}`
  })
  return `M${corners.join('L')}Z`
}

export const emblems: Record<Emblem, EmblemDrawing> = {
  torch: {
    logo: 'M24 8.5c1 4 6.5 6 6.5 11a6.5 6.5 0 0 1-13 0c0-3 2-4.2 2.6-6.7 1.5.8 2.1 1.8 2.3 3.1 1.3-1.9 1.9-4.4 1.6-7.4zM17.5 27.5h13l-1.3 3.3h-10.4zM21 32h6l-1.6 8.5h-2.8z',
    icon: 'M24 5c1.2 5 8 7.5 8 13.5a8 8 0 0 1-16 0c0-3.7 2.5-5.2 3.2-8.2 1.8 1 2.6 2.2 2.8 3.8 1.6-2.3 2.3-5.4 2-9.1zM16 28h16l-1.6 4H17.6zM20.3 33.5h7.4L25.7 44h-3.4z',
    band: 'M203 84c6 24 38 34 38 66a41 41 0 0 1-82 0c0-19 12-27 16-43 9 5 13 12 14 20 8-12 16-26 14-43zM156 202h88l-9 20h-70zM176 230h48l-13 100h-22z',
    cut: 'M203 128c3 14 18 18 18 33a20 20 0 0 1-40 0c0-9 6-13 8-21 5 3 7 6 8 10 4-6 7-13 6-22z',
    picture:
      'M1056 186c26 34 30 56 14 76 2-16-4-26-14-34-10 10-14 20-12 34-18-20-12-44 12-76ZM1030 272h52l-6 18h-40ZM1040 296h32l-10 112h-12Z',
  },
  star: {
    logo: starPath(24, 25, 14),
    icon: starPath(24, 25.5, 19),
    band: starPath(200, 214, 96),
    cut: starPath(200, 214, 42),
    picture: starPath(1056, 292, 74),
  },
}
