/** Icons of ours on a 24 × 24 grid, drawn with a 2 px round stroke; shared by `Icon.astro` and `Icon.tsx`. */
export const icons = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  outside: 'M8 6h10v10M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  edit: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM13.5 7l3.5 3.5',
  history: 'M4 5v5h5M4.6 10a8 8 0 1 1-.4 4M12 8v4.5l3 2',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  calendar: 'M4 6.5h16V20H4zM4 10.5h16M8 3.5v5M16 3.5v5',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  place: 'M12 21c4.5-5 7-8.2 7-11.5a7 7 0 1 0-14 0C5 12.8 7.5 16 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  plus: 'M12 5v14M5 12h14',
  ban: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM6 6l12 12',
  mail: 'M3.5 6h17v12h-17zM4 7l8 6 8-6',
  flag: 'M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  scroll: 'M7 4h11v13a3 3 0 0 1-3 3H6a3 3 0 0 0 3-3V6a2 2 0 1 0-4 0v3h4M12 9h3M12 13h3',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2.2.8 3.5 2.6 3.5 5.5',
  facebook: 'M15 4h-1.5A3.5 3.5 0 0 0 10 7.5V21M7 12h7',
  x: 'M5 4l14 16M19 4L5 20',
  linkedin: 'M5 10v10M5 5.5v.1M10 20V10M10 14.5c0-5.5 9-6 9 0V20',
  youtube: 'M9.5 7.5l7 4.5-7 4.5zM3 8.5C3 6 4 5 6.5 5h11C20 5 21 6 21 8.5v7c0 2.5-1 3.5-3.5 3.5h-11C4 19 3 18 3 15.5z',
} as const

export type IconName = keyof typeof icons
