import { defineMessages } from '#contract/locale.ts'

export const accountMessages = defineMessages(
  {
    elsewhereTitle: 'Your company’s identity provider logs you in',
    elsewhere: 'Your password, second factor and passkeys are managed there.',
  },
  {
    ar: {
      elsewhereTitle: 'يتم تسجيل دخولك عبر موفّر الهوية في شركتك',
      elsewhere: 'تُدار كلمة المرور وخطوة التحقق الثانية ومفاتيح المرور هناك.',
    },
    fr: {
      elsewhereTitle: 'Le fournisseur d’identité de votre entreprise vous connecte',
      elsewhere: 'Votre mot de passe, votre second facteur et vos clés d’accès y sont gérés.',
    },
    es: {
      elsewhereTitle: 'El proveedor de identidad de su empresa inicia su sesión',
      elsewhere: 'Su contraseña, segundo factor y llaves de acceso se gestionan allí.',
    },
    zh: {
      elsewhereTitle: '您通过公司的身份提供商登录',
      elsewhere: '您的密码、第二验证因素和通行密钥在那里管理。',
    },
  },
)
