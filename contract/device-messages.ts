import { defineMessages } from './locale.ts'

/** Texts around the names of browsers and systems; the names themselves are the same in every language. */
export const deviceMessages = defineMessages(
  { browserOnSystem: '{browser} on {system}', unknownBrowser: 'Unknown browser' },
  {
    ar: { browserOnSystem: '{browser} على {system}', unknownBrowser: 'متصفح غير معروف' },
    fr: { browserOnSystem: '{browser} sur {system}', unknownBrowser: 'Navigateur inconnu' },
    es: { browserOnSystem: '{browser} en {system}', unknownBrowser: 'Navegador desconocido' },
    zh: { browserOnSystem: '{system} 上的 {browser}', unknownBrowser: '未知浏览器' },
  },
)
