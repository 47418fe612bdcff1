import { defineMessages } from '#contract/locale.ts'

export const environmentMessages = defineMessages(
  { production: 'Production', sandbox: 'Sandbox' },
  {
    ar: { production: 'بيئة الإنتاج', sandbox: 'البيئة التجريبية' },
    fr: { production: 'Production', sandbox: 'Bac à sable' },
    es: { production: 'Producción', sandbox: 'Entorno de pruebas' },
    zh: { production: '生产环境', sandbox: '沙盒环境' },
  },
)
