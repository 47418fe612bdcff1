import { defineMessages } from '#contract/locale.ts'

export const chartMessages = defineMessages(
  { table: 'Show as a table' },
  {
    ar: { table: 'عرض في جدول' },
    fr: { table: 'Afficher en tableau' },
    es: { table: 'Mostrar como tabla' },
    zh: { table: '以表格显示' },
  },
)
