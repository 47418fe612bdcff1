import { defineMessages } from '#contract/locale.ts'

export const asOfMessages = defineMessages(
  { asOf: 'As of {time}' },
  {
    ar: { asOf: 'كما كانت في {time}' },
    fr: { asOf: 'Données à {time}' },
    es: { asOf: 'Datos de las {time}' },
    zh: { asOf: '截至 {time}' },
  },
)
