import { defineMessages } from '#contract/locale.ts'

export const accountMessages = defineMessages(
  {
    elsewhereTitle: 'Your company’s identity provider logs you in',
    elsewhere: 'Your password, second factor and passkeys are managed there.',
    profile: 'Profile',
    name: 'Name',
    email: 'Email',
    rolesHint: 'Another admin gives and takes roles.',
    timeZoneHint: 'Of this device: all times of the admin area are in it.',
  },
  {
    ar: {
      elsewhereTitle: 'يتم تسجيل دخولك عبر موفّر الهوية في شركتك',
      elsewhere: 'تُدار كلمة المرور وخطوة التحقق الثانية ومفاتيح المرور هناك.',
      profile: 'الملف الشخصي',
      name: 'الاسم',
      email: 'البريد الإلكتروني',
      rolesHint: 'يمنح الأدوارَ أو يسحبها مسؤول آخر.',
      timeZoneHint: 'منطقة هذا الجهاز: تظهر بها كل أوقات منطقة الإدارة.',
    },
    fr: {
      elsewhereTitle: 'Le fournisseur d’identité de votre entreprise vous connecte',
      elsewhere: 'Votre mot de passe, votre second facteur et vos clés d’accès y sont gérés.',
      profile: 'Profil',
      name: 'Nom',
      email: 'E-mail',
      rolesHint: 'Un autre administrateur donne et retire les rôles.',
      timeZoneHint: 'Celui de cet appareil : toutes les heures de l’administration l’utilisent.',
    },
    es: {
      elsewhereTitle: 'El proveedor de identidad de su empresa inicia su sesión',
      elsewhere: 'Su contraseña, segundo factor y llaves de acceso se gestionan allí.',
      profile: 'Perfil',
      name: 'Nombre',
      email: 'Correo electrónico',
      rolesHint: 'Otro administrador da y quita los roles.',
      timeZoneHint: 'La de este dispositivo: todas las horas del área de administración la usan.',
    },
    zh: {
      elsewhereTitle: '您通过公司的身份提供商登录',
      elsewhere: '您的密码、第二验证因素和通行密钥在那里管理。',
      profile: '个人资料',
      name: '姓名',
      email: '邮箱',
      rolesHint: '角色由其他管理员授予或收回。',
      timeZoneHint: '此设备的时区：管理区域的所有时间均按此显示。',
    },
  },
)
