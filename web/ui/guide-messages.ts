import { defineMessages } from '#contract/locale.ts'

export const guideMessages = defineMessages(
  { guide: 'Developer documentation' },
  {
    ar: { guide: 'توثيق المطورين (بالإنجليزية)' },
    fr: { guide: 'Documentation pour développeurs (en anglais)' },
    es: { guide: 'Documentación para desarrolladores (en inglés)' },
    zh: { guide: '开发者文档（英文）' },
  },
)
