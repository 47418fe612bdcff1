/** The lines of each icon, in a square of 24. The list of pages has further icons, of one menu item each. */
export const iconPaths = {
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0',
  shield: 'M12 3.5 5 6v5.5c0 4.4 2.9 7.4 7 9 4.1-1.6 7-4.6 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.6 9.3a2.5 2.5 0 0 1 4.9.7c0 1.7-2.5 2-2.5 3.7m0 2.9v.1',
  brand:
    'M12 3.5a8.5 8.5 0 1 0 0 17c1.4 0 1.9-.9 1.6-2-.5-1.8.4-3 2.4-3h1.6a3 3 0 0 0 2.9-3.3c-.4-4.9-4-8.7-8.5-8.7ZM7.6 12.2v.1M9.6 8v.1M14.4 8v.1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  platforms: 'M4.5 4.5h5.5v5.5H4.5ZM14 4.5h5.5v5.5H14ZM4.5 14h5.5v5.5H4.5ZM14 14h5.5v5.5H14Z',
  checks: 'M4.5 4.5h15v15h-15ZM8 12.2l2.7 2.7L16 9.6',
  home: 'M4 11.5 12 5l8 6.5M6 10v9.5h12V10M10 19.5v-5h4v5',
  next: 'M9 6l6 6-6 6',
  begin: 'M13 3.5 5.5 13.5H11l-.5 7 8-10.5H13Z',
  approvals:
    'M8.5 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 19.5a5.5 5.5 0 0 1 9-4.2M13 17.5l2.5 2.5 5-5.5',
  chart: 'M4 20h16M7 16.5v-5M12 16.5v-10M17 16.5v-7',
  list: 'M4.5 4.5h15v15h-15ZM8 9h8M8 12.5h8M8 16h5',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8a6 6 0 0 1 12 0M16 4.8a3.5 3.5 0 0 1 0 6.4m2 2.6a6 6 0 0 1 3 5.2',
  key: 'M8.5 19.5a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm3.6-8.6 7.4-7.4M16 7l3 3',
  company: 'M5 20.5V4.5h9v16M14 9.5h5v11M3 20.5h18M8 8h3M8 11.5h3M8 15h3',
  letter: 'M4 6h16v12H4ZM4.5 6.5 12 12.5l7.5-6',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.4 2.2 3.6 5.1 3.6 8.5s-1.2 6.3-3.6 8.5c-2.4-2.2-3.6-5.1-3.6-8.5s1.2-6.3 3.6-8.5Z',
  logOut: 'M10 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h4M15 8l4 4-4 4m4-4H9.5',
} as const

export type IconName = keyof typeof iconPaths
/** The name of an icon, or its lines in a square of 24. */
export type MenuIcon = IconName | `M${string}`
