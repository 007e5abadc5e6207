import { buildSchema } from 'graphql';

/** The schema for query texts: the recorded fields, each with its recorded type. Objects whose keys are data have the type JSON. */
export const MENU_SCHEMA = buildSchema(`
  scalar JSON

  type Query {
    filteredDispensaries(filter: dispensaryFilterInput!): [Dispensaries!]!
    filteredProducts(
      filter: productsFilterInput!, page: Int, perPage: Int, includeEnterpriseSpecials: Boolean
    ): ProductsList!
  }

  input dispensaryFilterInput {
    cNameOrID: String, cName: String, state: String, city: String, country: String, destinationTaxState: String
    nearLat: Float, nearLng: Float, distance: Float, sortBy: String
    activeOnly: Boolean, medical: Boolean, recreational: Boolean, offerPickup: Boolean
  }

  input productsFilterInput {
    dispensaryId: String, productId: String, productIds: [String!], cName: String
    pricingType: String, Status: String, platformType: String, preOrderType: String
    types: [String!], subcategories: [String!], strainTypes: [String!], brandIds: [String!]
    sortBy: String, sortDirection: Int, isDefaultSort: Boolean, useCache: Boolean, isKioskMenu: Boolean
    bypassOnlineThresholds: Boolean, bypassKioskThresholds: Boolean, removeProductsBelowOptionThresholds: Boolean
    ignoreQuantityThresholds: Boolean, showAllSpecialProducts: Boolean
  }

  type Dispensaries {
    id: String!, name: String, cName: String, pastCNames: [String], status: String, address: String, phone: String
    listImage: String, embeddedMenuUrl: String, location: Location, deliveryHours: JSON, chain: String
    orderTypesConfig: OrderTypesConfig, enabledOrderTypes: EnabledOrderTypes, timezone: String
  }
  type Location {
    ln1: String, ln2: String, city: String, state: String, zipcode: String, country: String, geometry: Geometry
  }
  type Geometry { coordinates: [Float] }
  type OrderTypesConfig { delivery: OrderType, pickup: OrderType }
  type OrderType { enabled: Boolean }
  type EnabledOrderTypes {
    pickup: Boolean, delivery: Boolean, curbsidePickup: Boolean, driveThruPickup: Boolean
    inStorePickup: Boolean, kiosk: Boolean
  }

  type ProductsList { products: [Products!]!, queryInfo: queryInfoType }
  type queryInfoType { totalCount: Int, totalPages: Int }

  type Products {
    _id: String!, id: String!, DispensaryID: String, enterpriseProductId: String, libraryProductId: String
    duplicatedProductId: String, libraryProductScore: Float, provider: String
    Name: String, cName: String, pastCNames: [String], type: String, subcategory: String, subcategories: [String]
    strainType: String, Status: String, description: String, descriptionHtml: String
    brand: Brand, brandId: String, brandName: String, brandLogo: String
    Options: [String], rawOptions: [String], AdditionalOptions: [JSON], limitsPerCustomer: [Limit]
    Prices: [Float], recPrices: [Float], medicalPrices: [Float], recSpecialPrices: [Float]
    medicalSpecialPrices: [Float], wholesalePrices: [Float], pricingTierData: JSON
    special: Boolean, specialData: Products_specialData, specialIdsPerOption: [SpecialIds]
    POSMetaData: Products_POSMetaData, manualInventory: [Products_manualInventory]
    isBelowThreshold: Boolean, isBelowKioskThreshold: Boolean
    optionsBelowThreshold: [String], optionsBelowKioskThreshold: [String]
    THC: Float, CBD: Float, THCContent: ProductPotency, CBDContent: ProductPotency
    cannabinoidsV2: [CannabinoidAmount], terpenes: [Terpene], totalTerpenes: Float, effects: JSON
    weight: Float, measurements: Products_measurements
    medicalOnly: Boolean, recOnly: Boolean, comingSoon: Boolean, featured: Featured, collectionCardBadge: Badge
    Image: String, images: [Products_Images], createdAt: String, updatedAt: String
    certificateOfAnalysisEnabled: Boolean, nonArmsLength: Boolean, vapeTaxApplicable: Boolean
    bottleDepositTaxCents: Float, useBetterPotencyTaxes: Boolean
  }
  type Brand {
    id: String, _id: String, name: String, description: String, parentBrandId: String, imageUrl: String
  }
  type Limit { key: String, value: String }
  type Products_manualInventory { option: String, inventory: Float }
  type ProductPotency { unit: String, range: [Float] }
  type CannabinoidAmount { value: Float, unit: String, cannabinoid: Cannabinoid }
  type Cannabinoid { name: String, description: String }
  type Terpene {
    id: String, terpeneId: String, libraryTerpene: LibraryTerpene, unit: String, unitSymbol: String, value: Float
  }
  type LibraryTerpene { name: String, description: String, aromas: [String], effects: [String] }
  type Products_measurements { netWeight: Measurement, volume: Measurement }
  type Measurement { unit: String, values: [Float] }
  type Featured { current: Boolean, startTime: String, endTime: String }
  type Badge { title: String, color: String }
  type Products_Images { url: String, description: String, active: Boolean }

  type Products_POSMetaData {
    activeBatchTags: [Tag], canonicalBrandId: String, canonicalBrandName: String, canonicalCategory: String
    canonicalCategoryId: String, canonicalID: String, canonicalImgUrl: String, canonicalLabResultUrl: String
    canonicalName: String, canonicalPackageId: String, canonicalProductTags: [Tag], canonicalSKU: String
    canonicalStrainId: String, canonicalVendorId: String, integrationID: String
    children: [Products_POSMetaData_children]
  }
  type Products_POSMetaData_children {
    activeBatchTags: [Tag], canonicalBrandId: String, canonicalBrandName: String, canonicalCategory: String
    canonicalCategoryId: String, canonicalID: String, canonicalImgUrl: String, canonicalLabResultUrl: String
    canonicalName: String, canonicalPackageId: String, canonicalProductTags: [Tag], canonicalSKU: String
    canonicalStrainId: String, canonicalVendorId: String, canonicalEffectivePotencyMg: Float
    option: String, price: Float, recPrice: Float, medPrice: Float, packageQuantity: Float
    quantity: Float, quantityAvailable: Float, kioskQuantityAvailable: Float
    standardEquivalent: Equivalent, recEquivalent: Equivalent
  }
  type Tag { tagId: String }
  type Equivalent { value: Float, unit: String }

  type SpecialIds { option: String, conditionIds: [String], rewardIds: [String] }
  type Products_specialData {
    saleSpecials: [Products_specialData_saleSpecials], bogoSpecials: [Products_specialData_bogoSpecials]
  }
  type Products_specialData_saleSpecials {
    specialId: String, specialName: String, specialType: String, menuType: String, version: Float
    discount: Float, percentDiscount: Boolean, dollarDiscount: Boolean, targetPrice: Boolean
    eligibleProductOptions: [String], saleDiscounts: [SaleDiscount], specialRestrictions: JSON
    source: String, sourceId: String, createdBy: String, stackingMode: String, stackingBehavior: String
  }
  type SaleDiscount {
    _id: String, discountType: String, discountAmount: Float, productGroup: String, brandIds: [String]
    brandNames: [String], categoryIds: [String], categoryNames: [String], productIds: [String], weights: [String]
    weightOperator: String
  }
  type Products_specialData_bogoSpecials {
    specialId: String, specialName: String, specialType: String, menuType: String, version: Float
    applyRewardsToConditions: Boolean, bogoConditionLogicOperator: String, bogoConditions: [BogoCondition]
    bogoRewardLogicOperator: String, bogoRewards: [BogoReward], discountBundle: DiscountBundle
    itemsForAPrice: ItemsForAPrice, endStamp: String, redemptionLimit: Float
    qualifyingOptions: [String], qualifyingConditionOptions: [String], qualifyingRewardOptions: [String]
    totalQuantity: TotalQuantity, totalSpend: TotalSpend, totalWeight: TotalWeight
    createdBy: String, sourceId: String, stackingMode: String, stackingBehavior: String
  }
  type BogoCondition {
    _id: String, productGroup: String, productId: String, productIds: [String], brandId: String, brandIds: [String]
    brandName: String, brandNames: [String], categoryIds: [String], categoryName: String, categoryNames: [String]
    weight: String, weights: [String], weightOperator: String, quantity: Float
    totalQuantity: TotalQuantity, totalSpend: TotalSpend, totalWeight: TotalWeight
  }
  type BogoReward {
    _id: String, productGroup: String, productId: String, productIds: [String], brandId: String, brandIds: [String]
    brandName: String, brandNames: [String], categoryIds: [String], categoryName: String, categoryNames: [String]
    weight: String, weights: [String], weightOperator: String, quantity: Float
    totalQuantity: TotalQuantity, totalSpend: TotalSpend, totalWeight: TotalWeight
    discountType: String, discountAmount: Float, percentDiscount: String, dollarDiscount: String, targetPrice: String
  }
  type DiscountBundle {
    _id: String, enabled: Boolean, value: String, discountType: String, applyTo: String, limit: Float
  }
  type ItemsForAPrice { enabled: Boolean, value: String }
  type TotalQuantity { enabled: Boolean, quantity: Float, maxQuantity: Float, quantityOperator: String }
  type TotalSpend { enabled: Boolean, minimumSpend: Float, maximumSpend: Float, spendOperator: String }
  type TotalWeight { enabled: Boolean, weight: String, weightOperator: String }
`);
